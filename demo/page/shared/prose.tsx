/** Shows a sentence, with the text between backticks as code. */
export function Prose({ text }: { text: string }) {
  return <>{text.split('`').map((part, at) => (at % 2 ? <code key={part}>{part}</code> : part))}</>;
}
