/**
 * Stands in for d3-transition and d3-interpolate, which are a tenth of the page. d3-zoom only interrupts transitions with
 * the first, and only transitions use the second. This page begins none: views change at once, and zooming by double
 * click is off.
 */
import { selection } from 'd3-selection';

export const interrupt = (): void => undefined;
export const interpolateZoom = (_from: unknown, to: unknown) => () => to;

Object.assign(selection.prototype, { interrupt(this: unknown) { return this; } });
