import { afterEach, describe, expect, test } from 'vitest';
import { isAddress } from '../../src/options/kinds.ts';

describe('`isAddress`', () => {
  afterEach(() => void Reflect.deleteProperty(Object.prototype, 'src'));

  const element = new (class {
    readonly src = '/a.png';
    readonly [Symbol.toStringTag] = 'HTMLImageElement';
  })();

  describe.each([['as it is'], ['with a `src`']])('where `Object.prototype` is %s', (prototype) => {
    const isAddressHere = (source: unknown) => {
      if (prototype === 'with a `src`') Object.assign(Object.prototype, { src: '/other.png' });
      return isAddress(source);
    };

    test.each<[unknown]>([
      ['/a.png'],
      [''],
      [new URL('http://coflight.test/a.png')],
      [5],
      [null],
      [undefined],
      [[]],
    ])('%j is an address, if also a wrong one', (source) => expect(isAddressHere(source)).toBe(true));

    test.each<[string, unknown]>([
      ['a plain object with `src`', { src: '/a.png' }],
      ['a plain object', {}],
      ['an element', element],
    ])('%s is no address', (_, source) => expect(isAddressHere(source)).toBe(false));
  });
});
