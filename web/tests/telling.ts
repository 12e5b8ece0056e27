/** How facts of the tests are told, as a system would have it. */
import { type Words, wordsOf } from '../src/lib/sights';
import type { Board, FactWords, FieldWords } from '../src/lib/wire';

type Telling = Board['telling'];
const NAMED = { pieces: [], places: [] };
export const NO_TELLING: Telling = { facts: [], reports: NAMED, orders: NAMED };

const field = (name: string, role: FieldWords['role'], words = '', says: FieldWords['says'] = []): FieldWords => ({ field: name, role, words, many: words === '' ? '' : `${words}s`, says });
const is = (value: string, begins: string, ends = '', more: Partial<FieldWords['says'][number]> = {}) => ({ value, begins, ends, deed: false, told_as: [], ...more });
const did = (value: string, begins: string) => is(value, begins, '', { deed: true });
const fact = (name: string, about: FactWords['about'], fields: FieldWords[]): FactWords => ({ fact: name, about, words: name, told_as: [], fields });

const WHO = [field('piece', 'piece'), field('side', 'side'), field('at', 'place'), field('name', 'name')];

export const TELLING: Telling = {
  facts: [
    fact('man', 'piece', [...WHO, field('flags', 'state', '', [
      is('broken', 'is broken', 'is no longer broken', { told_as: ['breaks'] }), is('pinned', 'is pinned', 'is no longer pinned'), did('moved', 'has moved'),
      did('prep_fired', 'has prep fired'), is('may_emerge', 'may emerge', 'may no longer emerge'),
    ])]),
    fact('unit', 'piece', [
      ...WHO, field('figures.elite', 'amount', 'elite'), field('figures.regular', 'amount', 'regular'),
      field('counter.kind', 'state', '', [is('squad', 'is a squad now'), is('half_squad', 'is a half-squad now')]),
      field('state', 'state', '', [is('good', 'is in good order'), is('shaken', 'is shaken')]),
      field('wounded', 'state', '', [is('true', 'is wounded', 'is no longer wounded', { told_as: ['shaken_and_wounded'] })]),
      field('activity', 'state', '', [is('fresh', ''), did('fired', 'has fired'), did('moved', 'has moved')]),
      field('fought', 'state', '', [did('true', 'has fought')]), field('hidden', 'account'),
    ]),
    { ...fact('squad', 'piece', WHO), told_as: ['entered_below'] },
    fact('gun', 'piece', [field('piece', 'piece'), field('at', 'place'), field('holder', 'holder')]),
    fact('unknown', 'somebody', [field('side', 'side'), field('at', 'place'), field('lost', 'state', '', [is('true', 'is lost', 'is no longer lost')])]),
    fact('blaze', 'thing', [field('at', 'place')]),
    fact('objective', 'thing', [field('at', 'place'), field('held_by', 'owner'), field('points', 'account')]),
    fact('impulse', 'account', []),
    fact('thing', 'piece', [field('piece', 'piece'), field('at', 'place'), field('state', 'account')]),
  ],
  reports: { pieces: ['check.unit', 'attack.units', 'attack.unit', 'attack.target', 'rally.unit', 'entered_below.unit'], places: ['attack.at', 'entered_below.at', 'blaze.at', 'goes.from', 'goes.to', 'smoke.at'] },
  orders: { pieces: ['hide.unit'], places: ['hide.at', 'move.to'] },
};

const HEXES = ['F4', 'F5', 'F6', 'G4', 'D8', 'D9'];
export const WORDS: Words = wordsOf({
  telling: TELLING, hexes: HEXES.map((label) => ({ label }) as Board['hexes'][number]),
  locations: HEXES.flatMap((label, hex) => [
    { label, words: label, hex }, { label: `${label}/sewer`, words: `${label}, in the sewer`, hex },
  ].map((place) => place as Board['locations'][number])),
});
