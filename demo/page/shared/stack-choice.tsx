import { type StackInfo, type StackName, stacks } from './stacks.ts';

/** Which map library the panels show, and what is to be known of it. */
export function StackChoice({ chosen, choose }: { chosen: StackInfo; choose(stack: StackName): void }) {
  return (
    <fieldset class="stacks">
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
