import { createElement, type ComponentType } from 'react';
import { lazyModule, useLazyModule } from './lazy-module.ts';

interface LazyPart<Props> {
  (props: Props): React.ReactNode;
  /** Loads it ahead. */
  load: () => Promise<unknown>;
}

/** A component that is loaded when it is first rendered. Until then it renders `before`, or nothing. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  before?: (props: Props) => React.ReactNode,
): LazyPart<Props> {
  const module = lazyModule(async () => ({ Part: await load() }));
  function Part(props: Props) {
    const loaded = useLazyModule(module, true);
    return loaded ? createElement(loaded.Part, props) : before?.(props);
  }
  return Object.assign(Part, { load: module.load });
}
