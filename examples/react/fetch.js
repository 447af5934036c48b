import { createFetch } from 'coflight';

/** The app's `fetch`, one for all components. */
export const fetch = createFetch();
