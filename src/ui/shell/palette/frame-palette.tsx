import type { PaletteListProps } from '#ui/shared/palette/palette.tsx';
import { lazyModule, useLazyModule } from '#ui/kit/lazy-module.ts';
import { useFrame } from '#ui/shell/scene/frame-context.ts';
import { useDelayed } from './use-delayed.ts';
import { usePaletteGroups } from './use-palette-groups.ts';

/** The first paint is over after this time. Then the parts that a shortcut may need are loaded. */
const AT_LEISURE_MS = 1500;

const lazyPalette = lazyModule(() => import('#ui/shared/palette/palette.tsx'));

export function FramePalette() {
  const { palette } = useFrame();
  const loaded = useLazyModule(lazyPalette, useDelayed(AT_LEISURE_MS) || palette.open);
  return (
    loaded && (
      <loaded.Palette open={palette.open} onOpenChange={palette.show} early={palette.early} List={FramePaletteList} />
    )
  );
}

/** Every conversation and every model can be found, so they are gathered only while the palette is open. */
function FramePaletteList(list: Omit<PaletteListProps, 'groups'>) {
  const groups = usePaletteGroups();
  const loaded = useLazyModule(lazyPalette, true);
  return loaded && <loaded.PaletteList groups={groups} {...list} />;
}
