/* oxlint-disable react/no-array-index-key -- the nodes of a text are identified by their position */
import type { ElementContent, RootContent } from 'hast';
import type { ReactNode } from 'react';

const classesOf = (node: ElementContent): string => {
  if (node.type !== 'element') return '';
  const { className } = node.properties;
  return Array.isArray(className) ? className.join(' ') : '';
};

function toElement(node: RootContent, at: number): ReactNode {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return null;
  return (
    <span key={at} className={classesOf(node)}>
      {node.children.map(toElement)}
    </span>
  );
}

/** A highlighter produces only spans and text. Anything else in the tree is left out. */
export const hastElements = (nodes: readonly RootContent[]): ReactNode => nodes.map(toElement);
