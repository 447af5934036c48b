import { afterEach } from 'vitest';
import { release } from './resource-at.ts';

afterEach(release);
