import { coalesceFetchEvents } from './events.ts';

coalesceFetchEvents();
