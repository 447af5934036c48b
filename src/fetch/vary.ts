/**
 * Whether an answer that was fetched for one request may serve another: it may not where it varies by something
 * that differs, or by more than headers. (RFC 9110, section 12.5.5)
 */
export function serves(answer: Response, asked: Request, request: Request): boolean {
  const vary = answer.headers?.get('vary');
  if (!vary) return true;
  const [theirs, ours] = [new Map(asked.headers), new Map(request.headers)];
  const names = vary.split(',').map((name) => name.trim().toLowerCase());
  return names.every((name) => name !== '*' && theirs.get(name) === ours.get(name));
}
