// The page that explains: two calls, and whether they share.

import '../css/page.css';
import '../css/front.css';
import '../css/explain.css';
import { render } from 'preact';
import { letters } from '../shared/letters.ts';
import { ExplainFront } from './front.tsx';

await letters();
render(<ExplainFront />, document.getElementById('front') as HTMLElement);
