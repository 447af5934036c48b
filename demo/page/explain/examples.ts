// Calls to begin with: each pair shows another rule.

export interface Example {
  readonly title: string;
  readonly one: string;
  readonly other: string;
  /** Options of `createFetch`. */
  readonly options?: string;
}

export const examples: readonly Example[] = [
  {
    title: 'Written differently',
    one: "fetch('/api/places?zoom=4', {\n  headers: { Accept: 'application/json', 'X-App': '1' },\n})",
    other:
      "fetch(new Request('/api/places?zoom=4#top', {\n  headers: { 'x-app': '1', accept: 'application/json' },\n}))",
  },
  {
    title: 'Another format',
    one: "fetch('/api/places', {\n  headers: { accept: 'application/json' },\n})",
    other: "fetch('/api/places', {\n  headers: { accept: 'text/csv' },\n})",
  },
  {
    title: 'A trace id',
    one: "fetch('/api/places', {\n  headers: { 'x-request-id': '1' },\n})",
    other: "fetch('/api/places', {\n  headers: { 'x-request-id': '2' },\n})",
  },
  {
    title: 'The trace id ignored',
    one: "fetch('/api/places', {\n  headers: { 'x-request-id': '1' },\n})",
    other: "fetch('/api/places', {\n  headers: { 'x-request-id': '2' },\n})",
    options: "{ ignoreHeaders: ['x-request-id'] }",
  },
  {
    title: 'Two users',
    one: "fetch('/api/me', {\n  headers: { authorization: 'Bearer Ada' },\n})",
    other: "fetch('/api/me', {\n  headers: { authorization: 'Bearer Grace' },\n})",
  },
  {
    title: 'A write',
    one: "fetch('/api/todos')",
    other: "fetch('/api/todos', {\n  method: 'POST',\n  body: 'Water the plants',\n})",
  },
  {
    title: "A framework's member",
    one: "fetch('/api/places')",
    other: "fetch('/api/places', {\n  next: { revalidate: 60 },\n})",
  },
];
