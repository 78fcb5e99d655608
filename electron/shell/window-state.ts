import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

export const MIN_SIZE = { width: 420, height: 480 };
const FIRST_SIZE = { width: 1200, height: 820 };
/** The part of the title bar that must be visible, enough to drag the window. */
const GRIP = { width: 120, height: 40 };

export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

const WindowState = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() }),
  maximized: z.boolean(),
  /** Last background of the page, so that the next window opens in the chosen theme. */
  background: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .nullable(),
});
export type WindowState = z.infer<typeof WindowState>;

/** Returns null for a missing or invalid file: a window at its default place is better than no window. */
export function readWindowState(file: string): WindowState | null {
  try {
    return WindowState.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

export function writeWindowState(file: string, state: WindowState): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.new`;
  writeFileSync(fresh, `${JSON.stringify(state)}\n`, { mode: 0o600 });
  renameSync(fresh, file);
}

/** Where to open: the saved place if it is visible on a connected display, else no place (centered). */
export function placeWindow(
  saved: Rectangle | null,
  workAreas: readonly Rectangle[],
): { x?: number; y?: number; width: number; height: number } {
  if (!saved) return FIRST_SIZE;
  const size = {
    width: Math.max(MIN_SIZE.width, saved.width),
    height: Math.max(MIN_SIZE.height, saved.height),
  };
  const reachable = workAreas.some((area) => {
    const across = Math.min(saved.x + size.width, area.x + area.width) - Math.max(saved.x, area.x);
    const titleBar = saved.y >= area.y && saved.y + GRIP.height <= area.y + area.height;
    return titleBar && across >= GRIP.width;
  });
  const largest = workAreas.reduce(
    (most, area) => ({ width: Math.max(most.width, area.width), height: Math.max(most.height, area.height) }),
    MIN_SIZE,
  );
  const fitting = { width: Math.min(size.width, largest.width), height: Math.min(size.height, largest.height) };
  return reachable ? { x: saved.x, y: saved.y, ...fitting } : fitting;
}
