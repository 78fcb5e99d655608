import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';

/** What React's hook for its developer tools is given of a component. */
interface Fiber {
  type: unknown;
  child: Fiber | null;
  sibling: Fiber | null;
  alternate: Fiber | null;
}

/** Collects the names of the components that pages of this context render. Bundles must keep the names. */
export async function collectComponents(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const drawn = new Set<string>();
    const nameOf = (type: unknown): string => {
      if (typeof type === 'function') return type.name;
      // With memo.
      return typeof type === 'object' && type !== null && 'type' in type ? nameOf(type.type) : '';
    };
    const walk = (first: Fiber | null): void => {
      for (let fiber = first; fiber; fiber = fiber.sibling) {
        // A bundle numbers names that two files share.
        drawn.add(nameOf(fiber.type).replace(/\$\d+$/, ''));
        // The same children as before: nothing inside is new.
        if (fiber.child !== fiber.alternate?.child) walk(fiber.child);
      }
    };
    Object.assign(globalThis, {
      drawn,
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        renderers: new Map(),
        inject: () => 1,
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
        onCommitFiberRoot: (_: number, root: { current: Fiber }) => walk(root.current.child),
      },
    });
  });
}

export const drawnComponents = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(globalThis as unknown as { drawn: Set<string> }).drawn]);

const root = fileURLToPath(new URL('../..', import.meta.url));
const COMPONENT = /^(?:export )?(?:default )?(?:const \w+ = memo\()?function ([A-Z]\w*)/gm;

/** The names of all components below src/ui, with the file of each. */
function allComponents(): Map<string, string> {
  const files = globSync('src/ui/**/*.tsx', { cwd: root });
  const found = files.flatMap((path) =>
    [...readFileSync(`${root}/${path}`, 'utf8').matchAll(COMPONENT)].map(([, name = '']) => [name, path] as const),
  );
  return new Map(found);
}

/** The components that none of these is, as lines for the user. */
export function missingComponents(drawn: ReadonlySet<string>): string[] {
  return [...allComponents()].filter(([name]) => !drawn.has(name)).map(([name, path]) => `${path} ${name}`);
}
