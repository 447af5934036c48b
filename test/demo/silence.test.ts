import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Silence } from '../../demo/page/race/silence.ts';

describe('Silence', () => {
  test('is broken by nothing but the time since something was heard', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    let broken = 0;
    const silence = new Silence(1000, () => broken++);
    silence.heard();
    vi.advanceTimersByTime(999);
    silence.heard();
    vi.advanceTimersByTime(999);
    expect(broken).toBe(0);
    vi.advanceTimersByTime(1);
    expect(broken).toBe(1);
    silence.heard();
    silence.end();
    vi.advanceTimersByTime(5000);
    expect(broken).toBe(1);
  });
});
