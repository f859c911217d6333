from __future__ import annotations

import json
import unittest

from weftline import Weftline, WeftlineError
from weftline.proxy import Gateway, ProxyLease, gateway_user_name

from .fake_server import Answer, FakeServer, in_turn


class GatewayTest(unittest.TestCase):
    gateway = Gateway("proxy.test:8080", resource="shop-a", password="sk_a/b")

    def test_user_names_have_the_options_of_the_route(self) -> None:
        name = gateway_user_name("shop-a", country="DE", city="São Paulo", session_minutes=5)
        self.assertEqual(name, "shop-a.country-DE.city-Sao-Paulo.sessionminutes-5")
        self.assertEqual(gateway_user_name("shop-a", session=None), "shop-a")

    def test_what_separates_options_is_refused(self) -> None:
        with self.assertRaises(WeftlineError):
            gateway_user_name("shop-a", session="a.country-US")
        with self.assertRaises(TypeError):
            gateway_user_name("shop-a", land="DE")

    def test_addresses_are_encoded(self) -> None:
        url = "http://shop-a.user-ada:sk_a%2Fb@proxy.test:8080"
        self.assertEqual(self.gateway.url(user="ada"), url)
        self.assertEqual(self.gateway.proxies(user="ada"), {"http": url, "https": url})
        self.assertEqual(self.gateway.socks_url(), "socks5h://shop-a:sk_a%2Fb@proxy.test:8080")
        self.assertEqual(
            self.gateway.playwright(),
            {"server": "http://proxy.test:8080", "username": "shop-a", "password": "sk_a/b"},
        )


class ProxyLeaseTest(unittest.TestCase):
    def test_keeps_a_proxy_until_it_is_reported(self) -> None:
        answers = in_turn(
            Answer(200, {"results": [{"id": "p1"}]}),
            Answer(200, {"replacement": {"id": "p2"}}),
            Answer(200, {"replacement": None}),
        )
        with FakeServer(answers) as server, Weftline("k", base_url=server.url) as client:
            lease = ProxyLease(client, "shop-a", country="DE")
            for _ in range(2):
                self.assertEqual(lease.take(), {"id": "p1"})
            self.assertEqual(lease.report(reason="captcha"), {"id": "p2"})
            self.assertIsNone(lease.report())
        asked = server.asked
        self.assertTrue(asked[0].path.endswith("?limit=1&country=DE"), asked[0].path)
        sent = {"resource": "shop-a", "proxy": "p1", "reason": "captcha", "country": "DE"}
        self.assertEqual(json.loads(asked[1].body), sent)
