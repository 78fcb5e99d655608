import { useEffect, useState } from 'react';
import { useAppearance } from '#ui/kit/theme/theme.ts';
import { diagramDrawer, type Drawn } from './diagram-drawer.ts';

export interface Diagram {
  /** Of this text; `null` while it is being drawn. */
  drawn: Drawn | null;
  /** The last drawing that succeeded, of this text or an earlier one. */
  last: string | null;
}

/** A diagram in the theme of the page. `wanted`: whether it is needed yet. */
export function useDiagram(source: string, wanted = true): Diagram {
  const dark = useAppearance(({ resolvedTheme }) => resolvedTheme === 'dark');
  const [made, setMade] = useState<{ source: string; dark: boolean; drawn: Drawn } | null>(null);
  const [last, setLast] = useState<string | null>(null);
  const current = made?.source === source && made.dark === dark ? made.drawn : diagramDrawer.known(source, dark);
  useEffect(() => {
    if (!wanted) return undefined;
    let left = false;
    const draw = async () => {
      const drawn = await diagramDrawer.draw(source, dark);
      if (left) return;
      setMade({ source, dark, drawn });
      if ('svg' in drawn) setLast(drawn.svg);
    };
    void draw();
    return () => {
      left = true;
    };
  }, [source, dark, wanted]);
  return { drawn: current, last: current && 'svg' in current ? current.svg : last };
}
