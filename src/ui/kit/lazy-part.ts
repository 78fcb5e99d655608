import { createElement, type ComponentType } from 'react';
import { lazyModule, useLazyModule } from './lazy-module.ts';

interface LazyPart<Props> {
  (props: Props): React.ReactNode;
  /** Loads it ahead. */
  load: () => Promise<unknown>;
}

/** A component that is loaded when it is first rendered. Until then it renders nothing. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  const module = lazyModule(async () => ({ Part: await load() }));
  function Part(props: Props) {
    const loaded = useLazyModule(module, true);
    return loaded && createElement(loaded.Part, props);
  }
  return Object.assign(Part, { load: module.load });
}
