const node = (...rooms: string[]) => ({ project: 'node', tests: rooms.map((room) => `test/${room}/**/*.test.ts`) });

export const rooms = ['core', 'http', 'options', 'response', 'fetch'];

const of: Record<string, readonly { project: string; tests: string[] }[]> = {
  core: [node('core'), node('fetch')],
  http: [node('http'), node('fetch', 'service-worker', 'register')],
  options: [node('options'), node('fetch', 'service-worker', 'register')],
  response: [node('fetch')],
  fetch: [node('fetch')],
};
export const passes = (room: string) => of[room] ?? [node(room)];
