import type { RequestName } from '../protocol/messages.ts';
import { bare } from './urls.ts';

/** The page means this request by that name. The headers that its browser added are not named. */
export function isNamed(request: Request, name: RequestName): boolean {
  const { mode = request.mode, credentials = request.credentials, headers = [] } = name;
  return (
    bare(request.url) === bare(name.url) &&
    request.destination === name.destination &&
    request.mode === mode &&
    request.credentials === credentials &&
    headers.every(([header, value]) => request.headers.get(header) === value)
  );
}
