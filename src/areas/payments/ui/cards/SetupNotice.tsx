import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { Banner } from '#ui/Banner.tsx';
import { cardsKey, useCardSetup } from './queries.ts';

/** What became of the card, after the way back from the provider's page. */
export function SetupNotice() {
  const [address, setAddress] = useSearchParams();
  const uuid = address.get('setup');
  const setup = useCardSetup(uuid).data;
  const status = setup?.status;
  const queryClient = useQueryClient();
  useEffect(() => {
    if (status === 'completed') void queryClient.invalidateQueries({ queryKey: cardsKey });
  }, [status, queryClient]);
  const dismiss = () => setAddress({}, { replace: true });
  if (status === 'open')
    return (
      <Banner tone="info" title="Waiting for the payment provider" className="max-w-3xl">
        Your card appears here as soon as it is confirmed.
      </Banner>
    );
  if (status === 'completed')
    return (
      <Banner
        tone="success"
        title={setup?.was_saved_before ? 'You had saved this card already' : 'Your card is saved'}
        onDismiss={dismiss}
        className="max-w-3xl"
      >
        {setup?.was_saved_before && 'It is listed once, with the expiry that you entered now.'}
      </Banner>
    );
  if (status === 'expired')
    return (
      <Banner tone="warning" title="No card was saved" onDismiss={dismiss} className="max-w-3xl">
        The page was open for too long. Add the card again.
      </Banner>
    );
  return null;
}
