// The gallery's front: the same twenty pictures twice, with the preloader and without.

import '../css/page.css';
import '../css/front.css';
import { render } from 'preact';
import { GalleryFront } from './front.tsx';

render(<GalleryFront />, document.getElementById('front') as HTMLElement);
