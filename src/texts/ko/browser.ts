import type { BrowserTexts } from '../base/browser-texts.ts';

export const browser: BrowserTexts = {
  tooManyCookies: '이 요청에 쿠키가 너무 많아요. 브라우저에서 127.0.0.1의 쿠키를 지운 뒤 Baton을 다시 열어 주세요.',
  newAddress: 'Baton의 주소가 바뀌었어요. Baton을 시작하는 곳에서 열어 주세요.',
  noScript: 'Baton을 쓰려면 JavaScript를 켜 주세요.',
  signInDone: '이 창을 닫고 Baton으로 돌아가세요.',
  signInStray: 'Baton이 기다리는 로그인이 아니에요.',
};
