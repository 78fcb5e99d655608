import { lazyModule, useLazyModule } from '#ui/kit/lazy-module.ts';
import { useFrame } from '#ui/shell/scene/frame-context.ts';
import { useDelayed } from './use-delayed.ts';

/** The first paint is over after this time. Then the parts that a shortcut may need are loaded. */
const AT_LEISURE_MS = 1500;

const lazyPalette = lazyModule(async () => {
  const [{ Palette }, { FramePaletteList }] = await Promise.all([
    import('#ui/shared/palette/palette.tsx'),
    import('./frame-palette-list.tsx'),
  ]);
  return { Palette, FramePaletteList };
});

export function FramePalette() {
  const { palette } = useFrame();
  const loaded = useLazyModule(lazyPalette, useDelayed(AT_LEISURE_MS) || palette.open);
  return (
    loaded && (
      <loaded.Palette
        open={palette.open}
        onOpenChange={palette.show}
        early={palette.early}
        List={loaded.FramePaletteList}
      />
    )
  );
}
