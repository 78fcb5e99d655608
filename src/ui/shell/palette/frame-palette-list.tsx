import { PaletteList, type PaletteListProps } from '#ui/shared/palette/palette.tsx';
import { usePaletteGroups } from './use-palette-groups.ts';

/** Every conversation and every model can be found, so they are gathered only while the palette is open. */
export function FramePaletteList(list: Omit<PaletteListProps, 'groups'>) {
  const groups = usePaletteGroups();
  return <PaletteList groups={groups} {...list} />;
}
