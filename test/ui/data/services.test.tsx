// @vitest-environment jsdom
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useServices } from '#ui/data/services.ts';

function Address() {
  return useServices().db.name;
}

it('says which context is missing where nothing provides the services', () => {
  expect(() => renderToString(<Address />)).toThrow('ServicesContext is missing');
});
