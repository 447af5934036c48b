import { type StackInfo, type StackName, stacks } from './stacks.ts';

interface Props {
  readonly chosen: StackInfo;
  readonly disabled?: boolean;
  choose(stack: StackName): void;
}

/** Which map library the panels show, and what is to be known of it. */
export function StackChoice({ chosen, disabled = false, choose }: Props) {
  return (
    <fieldset class="stacks" disabled={disabled}>
      <legend>Maps by</legend>
      {stacks.map(({ name, title }) => (
        <label key={name}>
          <input
            type="radio"
            name="stack"
            value={name}
            checked={name === chosen.name}
            onChange={() => choose(name)}
          />
          {title}
        </label>
      ))}
      <p>{chosen.note}</p>
    </fieldset>
  );
}
