// The gallery's front: the same twenty pictures twice, with the preloader and without.

import '../css/page.css';
import '../css/controls.css';
import '../css/card.css';
import '../css/front.css';
import '../css/idea.css';
import { render } from 'preact';
import { letters } from '../shared/letters.ts';
import { playServer } from '../shared/still.ts';
import { GalleryFront } from './front.tsx';

await playServer();
await letters();
render(<GalleryFront />, document.getElementById('front') as HTMLElement);
