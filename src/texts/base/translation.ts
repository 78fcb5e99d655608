type PluralSuffix = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/**
 * The shape that a translation of the English catalog `T` must have: the same keys, with the plural forms of its own
 * language. `_other` is the only form that every language has.
 */
export type Translation<T> = {
  [K in keyof T as K extends `${string}_${Exclude<PluralSuffix, 'other'>}` ? never : K]: string;
} & {
  [K in keyof T as K extends `${infer Base}_other` ? `${Base}_${Exclude<PluralSuffix, 'other'>}` : never]?: string;
};

/** Keys as the code uses them: `count_one` and `count_other` are both requested as `count`. */
export type KeyOf<T> = {
  [K in keyof T & string]: K extends `${infer Base}_${PluralSuffix}` ? Base : K;
}[keyof T & string];

/** The names of the values a text needs, taken from placeholders such as `{{name}}` and `{{count, number}}`. */
type PlacesIn<Text> = string extends Text
  ? 'this text is not a constant'
  : Text extends `${string}{{${infer Place}}}${infer Rest}`
    ? (Place extends `${infer Name},${string}` ? Name : Place) | PlacesIn<Rest>
    : never;

type PluralOf<K extends string> = `${K}_${PluralSuffix}`;

/** The names of the values needed for a key of the catalog `T`; for a union of keys, those of all. */
export type PlacesOf<T, K extends string> =
  | PlacesIn<T[(K | PluralOf<K>) & keyof T]>
  | (PluralOf<K> & keyof T extends never ? never : 'count');
