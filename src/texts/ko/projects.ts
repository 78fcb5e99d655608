import type { projects as en } from '#texts/en/projects.ts';
import type { Translation } from '#texts/base/translation.ts';

export const projects = {
  menu: '프로젝트…',
  title: '‘{{name}}’ 프로젝트',
  body: '이 폴더의 모든 대화에 지침과 파일이 함께 전달돼요. 대화마다 뺄 수 있어요.',
  instructions: '지침',
  placeholder: '이 프로젝트의 모든 답이 지켜야 할 것을 적어 주세요.',
  model: '모델',
  anyModel: '기본값 사용',
  assistant: '어시스턴트',
  noAssistant: '없음',
  beginHint: '여기서 새 대화를 시작할 때 사용해요.',
  failed: '프로젝트를 바꾸지 못했어요',
  saved: '‘{{name}}’ 프로젝트를 저장했어요',
  shared: '이 대화에 함께 전달되는 것',
  'shared.aboutMe': '내 소개',
  'shared.project': '‘{{name}}’의 지침',
  'shared.none': '아직 없어요',
  mark: '{{name}} 프로젝트: 이 대화에 전달되는 것',
  aboutMe: '내 소개',
  aboutMeHint:
    '모든 모델이 알아야 할 것을 적어 주세요. 나에 대한 설명이나 좋아하는 답변 방식 같은 거예요. 빼지 않은 모든 대화의 요청에 함께 전달돼요.',
  deleted: '삭제한 프로젝트',
  restore: '{{name}} 프로젝트 되살리기',
  restored: '‘{{name}}’ 프로젝트를 되살렸어요',
  purge: '{{name}} 프로젝트를 완전히 삭제',
  purgeTitle: '이 프로젝트를 완전히 삭제할까요?',
  purgeBody: '‘{{name}}’의 지침과 파일이 없어져요. 대화는 그대로 남아요.',
} as const satisfies Translation<typeof en>;
