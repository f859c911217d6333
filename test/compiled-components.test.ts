// React's compiler memoizes calls by object and arguments. The form object of react-hook-form never
// changes, so reading it while rendering returns stale values.
import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { sourceFiles } from './imports.ts';

/** As in scripts/build/compile-components.ts. */
const compiled = sourceFiles().filter(
  (file) => /\.tsx$|\/use-[\w-]+\.ts$/.test(file) && !/\.test\.tsx?$/.test(file),
);

/** Calls that read a form while rendering; use `useWatch` and `useFormState` instead. */
const frozenCalls = new Set(['watch', 'getValues', 'getFieldState']);
/** Calls that are allowed in event handlers. */
const callableInHandlers = new Set(['getValues', 'getFieldState']);

type Called = { callee: { type: string; name?: string; property?: { name?: string } } };

const readMethod = ({ callee }: Called): string =>
  (callee.type === 'MemberExpression' ? callee.property?.name : callee.name) ?? '';

/** Components and hooks are recognized by their names; functions inside them are handlers. */
function listFrozenCalls(file: string, text = readFileSync(file, 'utf8')): string[] {
  const found: string[] = [];
  const around: string[] = [];
  const nameOfNext: string[] = [];
  const enter = (node: { id?: { name?: string } | null }) => {
    around.push(node.id?.name ?? nameOfNext.pop() ?? '');
    nameOfNext.length = 0;
  };
  const leave = () => around.pop();
  const visitor = new Visitor({
    VariableDeclarator({ id, init }) {
      if (init?.type === 'ArrowFunctionExpression' && id.type === 'Identifier')
        nameOfNext.push(id.name);
    },
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    CallExpression(node) {
      const method = readMethod(node as Called);
      const isRendering = /^([A-Z]|use[A-Z])/.test(around.at(-1) ?? '');
      if (!frozenCalls.has(method) || (callableInHandlers.has(method) && !isRendering)) return;
      found.push(`${file}:${text.slice(0, node.start).split('\n').length} ${method}`);
    },
  });
  visitor.visit(parseSync(file, text).program);
  return found;
}

test('no component reads a form by a memoized call', () => {
  expect(compiled.flatMap((file) => listFrozenCalls(file))).toEqual([]);
});

test.each([
  ["function Form() { const form = useForm(); return form.watch('amount') }", 'watch'],
  ["function Form() { const { watch } = useForm(); return watch('amount') }", 'watch'],
  ["const useTotal = (form) => { const a = form.getValues('a'); return a }", 'getValues'],
  ["function Form({ rows, form }) { return rows.find((row) => row === form.watch('a')) }", 'watch'],
])('reports %s', (text, method) => {
  expect(listFrozenCalls('Form.tsx', text)).toEqual([`Form.tsx:1 ${method}`]);
});

test.each([
  "function Form() { return useWatch({ control, name: 'amount' }) }",
  'function Form({ form }) { const save = () => store(form.getValues()); return save }',
  'function Form({ form }) { return form.formState.errors.amount }',
])('allows %s', (text) => {
  expect(listFrozenCalls('Form.tsx', text)).toEqual([]);
});
