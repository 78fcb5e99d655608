type PluralSuffix = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/**
 * The shape a translation of the English catalog `T` must have: the same keys. English plural forms other than
 * `_other` have no counterpart in Korean.
 */
export type Translation<T> = {
  [K in keyof T as K extends `${string}_${Exclude<PluralSuffix, 'other'>}` ? never : K]: string;
};

/** Keys as the code names them: `count_one` and `count_other` are both asked for as `count`. */
export type KeyOf<T> = {
  [K in keyof T & string]: K extends `${infer Base}_${PluralSuffix}` ? Base : K;
}[keyof T & string];

/** `{{name}}` and `{{count, number}}` of a text, as the names of the values that it needs. */
type PlacesIn<Text> = string extends Text
  ? 'this text is not a constant'
  : Text extends `${string}{{${infer Place}}}${infer Rest}`
    ? (Place extends `${infer Name},${string}` ? Name : Place) | PlacesIn<Rest>
    : never;

type PluralOf<K extends string> = `${K}_${PluralSuffix}`;

/** The names of the values that are needed for a key of the catalog `T`; for one of several keys, those of all. */
export type PlacesOf<T, K extends string> =
  | PlacesIn<T[(K | PluralOf<K>) & keyof T]>
  | (PluralOf<K> & keyof T extends never ? never : 'count');
