/**
 * Stands in for d3-transition, which is a twentieth of the page. d3-zoom only interrupts transitions with it, and this
 * page begins none: views change at once, and zooming by double click is off.
 */
import { selection } from 'd3-selection';

export const interrupt = (): void => undefined;

Object.assign(selection.prototype, { interrupt(this: unknown) { return this; } });
