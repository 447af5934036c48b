// Sends one call with its marks, as often as probes need.

import type { Marks } from './marks.ts';
import { invoke } from './platform-fetch.ts';
import type { SentCall } from './sent-call.ts';

/** Settles as the last try does, or with the answer of the function below, when the call has come back. */
export function send(
  sent: SentCall,
  receiver: unknown,
  marks: Marks,
  onAnswer: () => void,
): Promise<Response> {
  let tries = 0;
  const answer = new Promise<Response>((resolve, reject) => {
    sent.settle = resolve;
    sent.send = () => {
      const nth = ++tries;
      const tried = marks.send(sent, (marked) => invoke(sent.through, receiver, marked));
      tried.then(
        (response) => {
          onAnswer();
          resolve(response);
        },
        (error) => nth === tries && reject(error), // The first one may have been aborted as a probe.
      );
    };
    sent.send();
  });
  const remove = () => marks.remove(sent);
  answer.then(remove, remove);
  return answer;
}
