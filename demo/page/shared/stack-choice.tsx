import { drop, keep } from './address.ts';
import { wishes } from './site.ts';
import { type StackInfo, type StackName, stacks } from './stacks.ts';

interface Props {
  readonly chosen: StackInfo;
  /** True while the library cannot be changed. */
  readonly blocked?: boolean;
  choose(stack: StackName): void;
}

/** A stack that the address names and that does not exist; empty where there is none. */
const unknown = ((wished) => (stacks.some(({ name }) => name === wished) ? '' : (wished ?? '')))(
  wishes.get('stack'),
);
if (unknown) drop('stack');

/** The choice of the map library, with a description of the chosen one. The address keeps it. */
export function StackChoice({ chosen, blocked = false, choose }: Props) {
  return (
    <fieldset class="stacks" aria-disabled={blocked}>
      <legend>Maps by</legend>
      <div class="pills">
        {stacks.map(({ name, title }) => (
          <label key={name}>
            <input
              type="radio"
              name="stack"
              value={name}
              checked={name === chosen.name}
              aria-disabled={blocked}
              onClick={(event) => {
                if (blocked) event.preventDefault();
              }}
              onChange={() => {
                if (blocked) return;
                keep('stack', name);
                choose(name);
              }}
            />
            {title}
          </label>
        ))}
      </div>
      {unknown && (
        <p class="notice">
          There is no stack <code>{unknown}</code>. These are Leaflet’s maps.
        </p>
      )}
      <p>{chosen.note}</p>
    </fieldset>
  );
}
