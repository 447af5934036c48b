import type { RequestName } from '../protocol/messages.ts';
import { bare } from './urls.ts';

const members = ['destination', 'mode', 'credentials'] as const;

/** The page means this request by that name. The headers that its browser added are not named. */
export function isNamed(request: Request, name: RequestName): boolean {
  const { headers = [] } = name;
  return (
    bare(request.url) === bare(name.url) &&
    members.every((member) => (name[member] ?? request[member]) === request[member]) &&
    headers.every(([header, value]) => request.headers.get(header) === value)
  );
}
