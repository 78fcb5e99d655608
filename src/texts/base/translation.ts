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

/** The names of the values a text needs, taken from placeholders such as `{{name}}` and `{{place, number}}`. */
type PlacesIn<Text> = string extends Text
  ? 'this text is not a constant'
  : Text extends `${string}{{${infer Place}}}${infer Rest}`
    ? (Place extends `${infer Name},${string}` ? Name : Place) | PlacesIn<Rest>
    : never;

/**
 * The names of the values that each text of the catalog `T` needs, by keys as the code uses them: `count_one` and
 * `count_other` are both requested as `count`. A table, so that the compiler works out each text once and not for every call.
 */
export type Places<T> = {
  [K in keyof T & string as K extends `${infer Base}_${PluralSuffix}` ? Base : K]:
    | PlacesIn<T[K]>
    | (K extends `${string}_${PluralSuffix}` ? 'count' : never);
};
