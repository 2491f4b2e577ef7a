import { useState } from 'preact/hooks';
import { admin, call, type Schemas } from './api.js';
import { Combobox } from './components/combobox.js';
import { notifyError } from './components/toast.js';

interface SandboxPickerProps {
  readonly sandbox: string;
  readonly onSelect: (name: string) => void;
}

function describeSandbox({ pets, requests, test }: Schemas['Sandbox']): string {
  return `${test === undefined ? '' : `${test}: `}${requests} requests, ${pets} pets`;
}

/** Selects the sandbox that all views show; hundreds are found by name or by the test that made them. */
export function SandboxPicker({ sandbox, onSelect }: SandboxPickerProps) {
  const [sandboxes, setSandboxes] = useState<readonly Schemas['Sandbox'][]>([]);
  const load = () => {
    call(admin.GET('/sandboxes')).then((reply) => setSandboxes(reply.sandboxes), notifyError);
  };
  return (
    <Combobox
      label="Sandbox"
      value={sandbox}
      options={sandboxes.map((one) => ({ value: one.name, detail: describeSandbox(one) }))}
      onOpen={load}
      onSelect={onSelect}
    />
  );
}
