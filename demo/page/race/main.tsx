// The front: three panels side by side, and a race between them.

import '../css/page.css';
import '../css/controls.css';
import '../css/card.css';
import '../css/front.css';
import '../css/idea.css';
import { render } from 'preact';
import { letters } from '../shared/letters.ts';
import { playServer } from '../shared/still.ts';
import { Front } from './front.tsx';

await playServer();
await letters();
render(<Front />, document.getElementById('front') as HTMLElement);
