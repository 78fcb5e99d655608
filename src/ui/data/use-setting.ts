import { useCallback, useMemo } from 'react';
import { useStore } from 'zustand';
import { useServices } from './services.ts';

/** Decides whether a stored value is usable: a zod schema. */
export interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false };
}

export type UseSetting<T> = readonly [value: T, set: (value: T) => void];

/**
 * A setting of this profile, shared by its windows. A stored value of another shape counts as not set. Anything but a
 * plain string, number or boolean needs its schema.
 */
export function useSetting(key: string, fallback: string): UseSetting<string>;
export function useSetting(key: string, fallback: number): UseSetting<number>;
export function useSetting(key: string, fallback: boolean): UseSetting<boolean>;
export function useSetting<T>(key: string, fallback: T, schema: Schema<T>): UseSetting<T>;
export function useSetting<T>(key: string, fallback: T, schema?: Schema<T>): UseSetting<T> {
  const { settings } = useServices();
  const stored = useStore(settings.store, (state) => state.values.get(key));
  const value = useMemo(() => {
    if (!schema) return isLike(stored, fallback) ? stored : fallback;
    const parsed = schema.safeParse(stored);
    return parsed.success ? parsed.data : fallback;
  }, [stored, fallback, schema]);
  const set = useCallback((next: T) => void settings.set(key, next), [settings, key]);
  return [value, set];
}

function isLike<T>(value: unknown, sample: T): value is T {
  return typeof value === typeof sample;
}
