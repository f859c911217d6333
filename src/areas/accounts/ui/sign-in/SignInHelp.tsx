/** Shown only if there is a support page. */
export function SignInHelp({ supportUrl }: { supportUrl: string }) {
  if (!supportUrl) return null;
  return (
    <section aria-labelledby="sign-in-help" className="border-t border-line pt-5 text-sm">
      <h2 id="sign-in-help" className="font-sans text-base tracking-normal">
        Didn't receive the email?
      </h2>
      <ul className="mt-2 grid list-[square] gap-1 pl-5 text-quiet">
        <li>Look in your spam or junk folder.</li>
        <li>Check that the address is spelled right.</li>
        <li>Give it a minute: some mail servers hold new senders back.</li>
      </ul>
      <a href={supportUrl} className="link mt-3 inline-block">
        Get Help
      </a>
    </section>
  );
}
