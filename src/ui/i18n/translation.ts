type PluralSuffix = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/**
 * The shape a translation of the English catalogue `T` must have: the same keys. English plural forms other than
 * `_other` have no counterpart in Korean.
 */
export type Translation<T> = {
  [K in keyof T as K extends `${string}_${Exclude<PluralSuffix, 'other'>}` ? never : K]: string;
};

/** Keys as the code names them: `count_one` and `count_other` are both asked for as `count`. */
export type KeyOf<T> = {
  [K in keyof T & string]: K extends `${infer Base}_${PluralSuffix}` ? Base : K;
}[keyof T & string];
