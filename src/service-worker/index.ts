export { coalesceFetchEvents } from './events.ts';
