from __future__ import annotations

import time
import typing as t
import unittest

from weftline.webhooks import WebhookVerificationError, sign_webhook, verify_webhook

# The example of the specification, https://github.com/standard-webhooks/standard-webhooks
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
OTHER = "whsec_YW5vdGhlciBzZWNyZXQgb2YgMjQgYnl0"
BODY = '{"test": 2432232314}'
HEADERS = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}
FOREVER = float("inf")


def verify(headers: t.Mapping[str, str] = HEADERS, **options: t.Any) -> t.Any:
    given = {"body": BODY, "secret": SECRET, "tolerance": FOREVER, **options}
    return verify_webhook(headers=headers, **given)


class Webhooks(unittest.TestCase):
    def test_are_signed_as_the_specification_does(self) -> None:
        signed = sign_webhook(
            id=HEADERS["webhook-id"], body=BODY, secret=SECRET, timestamp=1614265330
        )
        self.assertEqual(signed, {"content-type": "application/json", **HEADERS})

    def test_are_accepted(self) -> None:
        event = {"test": 2432232314}
        self.assertEqual(verify(), event)
        self.assertEqual(verify(body=BODY.encode()), event)
        self.assertEqual(verify({name.title(): value for name, value in HEADERS.items()}), event)
        several = {**HEADERS, "webhook-signature": f"v1a,x v1,AA {HEADERS['webhook-signature']}"}
        self.assertEqual(verify(several, secret=[OTHER, SECRET]), event)
        fresh = sign_webhook(id="a", body=BODY, secret=SECRET, timestamp=int(time.time()) - 290)
        self.assertEqual(verify(fresh, tolerance=300), event)

    def test_are_refused(self) -> None:
        signature = HEADERS["webhook-signature"]
        for change in (
            {"webhook-id": "msg_1"},
            {"webhook-timestamp": "1614265331"},
            {"webhook-timestamp": "1e99"},
            {"webhook-signature": signature.replace("v1", "v2")},
            {"webhook-signature": "v1,***"},
            {"webhook-signature": "é"},
            {"webhook-signature": ""},
        ):
            with self.subTest(change), self.assertRaises(WebhookVerificationError):
                verify({**HEADERS, **change})
        ahead = sign_webhook(id="a", body=BODY, secret=SECRET, timestamp=int(time.time()) + 310)
        for headers, options in (
            (HEADERS, {"body": f"{BODY} "}),
            (HEADERS, {"secret": OTHER}),
            (HEADERS, {"secret": "whsec_"}),
            (HEADERS, {"secret": "whsec_***"}),
            (HEADERS, {"tolerance": 300}),
            (ahead, {"tolerance": 300}),
        ):
            with self.subTest(options), self.assertRaises(WebhookVerificationError):
                verify(headers, **options)
