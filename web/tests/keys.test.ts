import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { shortcut, stepsOf } from '../src/pages/keys';

class Shape {
  tagName = 'g';
}
const press = (key: string, more: object = {}) => ({ key, target: null, ...more }) as unknown as KeyboardEvent;
beforeEach(() => vi.stubGlobal('SVGElement', Shape));
afterEach(() => vi.unstubAllGlobals());

it('steps by arrows and to the ends', () => {
  expect(['ArrowLeft', 'ArrowRight', 'PageDown', 'Home', 'End', 'u'].map((key) => stepsOf(press(key)))).toEqual([-1, 1, null, -Infinity, Infinity, null]);
  expect(['ArrowLeft', 'PageUp', 'PageDown'].map((key) => stepsOf(press(key), true))).toEqual([-1, -10, 10]);
});

it.each(['altKey', 'ctrlKey', 'metaKey'])('leaves keys with %s to the browser', (modifier) => {
  expect([stepsOf(press('ArrowLeft', { [modifier]: true })), shortcut(press('u', { [modifier]: true }), true)]).toEqual([null, null]);
});

it('leaves the keys of a field to it, and the arrow keys to the board', () => {
  expect(['INPUT', 'SELECT', 'TEXTAREA'].map((tagName) => stepsOf(press('End', { target: { tagName } })))).toEqual([null, null, null]);
  expect(['ArrowLeft', 'End'].map((key) => stepsOf(press(key, { target: new Shape() })))).toEqual([null, Infinity]);
});

it('knows no letters where they are switched off, but steps', () => {
  expect([shortcut(press('u'), true), shortcut(press('o'), true)]).toEqual(['below', 'again']);
  expect([shortcut(press('u'), false), shortcut(press('o'), false), stepsOf(press('End'))]).toEqual([null, null, Infinity]);
});
