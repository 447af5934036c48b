export interface Following {
  /** The URLs to which the browser was redirected. */
  readonly redirects: readonly string[];
  readonly answered: Promise<Response>;
}

/** A browser that follows redirects, as often as given, because a caller waits. */
export function follow(
  asked: Promise<Response>,
  ask: (location: string) => Promise<Response>,
  times: number = Infinity,
): Following {
  const redirects: string[] = [];
  const next = async (response: Response): Promise<Response> => {
    const location = response.headers.get('location');
    if (!location || redirects.length >= times) return response;
    redirects.push(location);
    return next(await ask(location));
  };
  return { redirects, answered: asked.then(next) };
}
