from __future__ import annotations

import io
import json
import pathlib
import tempfile
import typing as t
import unittest
import urllib.parse
from concurrent.futures import ThreadPoolExecutor
from unittest import mock

from weftline import SessionTokens, Weftline, errors

from .fake_server import Answer, Asked, FakeServer, in_turn


class ClientTest(unittest.TestCase):
    """Pauses take no time, and are kept in ``pauses``."""

    def setUp(self) -> None:
        self.pauses: t.List[float] = []
        self.enterContextOf(mock.patch("time.sleep", self.pauses.append))

    def enterContextOf(self, manager: t.Any) -> t.Any:
        self.addCleanup(manager.__exit__, None, None, None)
        return manager.__enter__()

    def connect(self, *answers: Answer, **options: t.Any) -> t.Tuple[Weftline, t.List[Asked]]:
        return self.connect_to(in_turn(*answers), **options)

    def connect_to(
        self, answer: t.Callable[[Asked, int], Answer], **options: t.Any
    ) -> t.Tuple[Weftline, t.List[Asked]]:
        server = self.enterContextOf(FakeServer(answer))
        options = {"api_key": None if "session" in options else "k", **options}
        client = self.enterContextOf(Weftline(base_url=server.url, **options))
        return client, server.asked


ok = Answer(200, {"id": 1})


class Requests(ClientTest):
    def test_values_are_encoded_in_the_path_and_in_the_query(self) -> None:
        client, asked = self.connect(ok, ok)
        client.resources.read("a/b c")
        client.customs.convert_currency(from_="EUR", to="USD", amount=10)
        self.assertEqual(asked[0].path, "/apix/data_proxy/resources/a%2Fb%20c/")
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(asked[1].path).query)
        self.assertEqual(query, {"from": ["EUR"], "to": ["USD"], "amount": ["10"]})
        self.assertEqual(asked[0].headers["x-api-key"], "k")

    def test_what_is_left_out_is_not_sent_and_none_is_null(self) -> None:
        client, asked = self.connect(ok)
        client.keys.patch("7", expires_at=None)
        self.assertEqual(json.loads(asked[0].body), {"expires_at": None})

    def test_a_name_of_the_path_is_not_that_of_the_body(self) -> None:
        client, asked = self.connect(ok)
        client.sub_users.create("shop-a", name="ada")
        self.assertEqual(asked[0].path, "/apix/data_proxy/resources/shop-a/sub-users/")
        self.assertEqual(json.loads(asked[0].body)["name"], "ada")

    def test_an_argument_that_there_is_not_is_an_error(self) -> None:
        client, _ = self.connect()
        with self.assertRaises(TypeError):
            client.tickets.create(subjekt="a")  # type: ignore[call-arg]

    def test_a_file_is_sent_anew_for_each_attempt(self) -> None:
        path = pathlib.Path(tempfile.mkdtemp()) / "a.wav"
        path.write_bytes(b"RIFF" * 40_000)
        for file in (path, path.read_bytes(), io.BytesIO(path.read_bytes())):
            client, asked = self.connect(Answer(503), ok)
            client.speech.create_transcription(file=file, stream=True, prompt="é")
            self.assertEqual(asked[0].body, asked[1].body)
            self.assertIn(path.read_bytes(), asked[0].body)
            self.assertIn(b'name="stream"\r\n\r\ntrue\r\n', asked[0].body)

    def test_connections_are_kept_and_one_that_was_closed_is_replaced(self) -> None:
        closing = Answer(200, {}, {"connection": "close"})
        client, asked = self.connect(ok, ok, closing, ok)
        for _ in range(4):
            client.events.read_status()
        first, second, third, fourth = (one.connection for one in asked)
        self.assertEqual([first, first], [second, third])
        self.assertNotEqual(third, fourth)
        self.assertEqual(self.pauses, [])

    def test_the_proxy_of_the_environment_is_used_with_its_login(self) -> None:
        proxy = self.enterContextOf(FakeServer(lambda *_: ok))
        address = proxy.url.replace("//", "//ada:p%40ss@")
        variables = {"http_proxy": address, "no_proxy": "other.test"}
        with mock.patch.dict("os.environ", variables, clear=True):
            client = Weftline("k", base_url="http://api.test/base")
        with client:
            client.events.read_status()
        self.assertEqual(proxy.asked[0].path, "http://api.test:80/base/apix/status/")
        login = "Basic YWRhOnBAc3M="
        self.assertEqual(proxy.asked[0].headers["proxy-authorization"], login)

    def test_threads_share_a_client(self) -> None:
        client, asked = self.connect_to(lambda *_: ok)
        with ThreadPoolExecutor(8) as pool:
            results = list(pool.map(lambda _: client.events.read_status(), range(40)))
        self.assertEqual(results, [{"id": 1}] * 40)
        self.assertEqual(len(asked), 40)


class Repetitions(ClientTest):
    def test_statuses_that_are_repeated(self) -> None:
        for status in (408, 429, 500, 502, 503):
            client, asked = self.connect(Answer(status), ok)
            client.events.read_status()
            self.assertEqual(len(asked), 2, status)

    def test_statuses_that_are_not_repeated(self) -> None:
        for status in (400, 401, 403, 404, 409, 413, 422):
            client, asked = self.connect(Answer(status, {"detail": "no", "code": "a"}))
            with self.assertRaises(errors.ApiError) as raised:
                client.events.read_status()
            self.assertEqual((raised.exception.status, len(asked)), (status, 1))

    def test_409_is_repeated_while_the_first_request_runs(self) -> None:
        client, _ = self.connect(Answer(409, {"code": "idempotency_in_flight"}), ok)
        client.events.read_status()

    def test_a_response_that_breaks_off_is_repeated(self) -> None:
        client, asked = self.connect(Answer(200, {"a": 1}, {}, True), ok)
        self.assertEqual(client.events.read_status(), {"id": 1})
        self.assertEqual(len(asked), 2)

    def test_no_response_says_why(self) -> None:
        client, _ = self.connect(*[Answer(200, {}, {}, True)] * 3)
        with self.assertRaises(errors.NoResponseError):
            client.with_options(retries=2).events.read_status()
        with self.assertRaises(errors.NoResponseError) as raised:
            Weftline("k", base_url="http://127.0.0.1:9", retries=1).events.read_status()
        self.assertIsInstance(raised.exception.__cause__, ConnectionRefusedError)

    def test_the_pause_is_what_the_server_asks_for_and_a_little_more(self) -> None:
        client, _ = self.connect(Answer(429, {}, {"retry-after": "7"}), ok)
        client.events.read_status()
        self.assertTrue(7 <= self.pauses[0] <= 7.5, self.pauses)

    def test_pauses_are_drawn_from_a_range_that_doubles(self) -> None:
        client, _ = self.connect(*[Answer(500)] * 6)
        with mock.patch("random.uniform", lambda low, high: high), self.assertRaises(
            errors.ServerError
        ):
            client.with_options(retries=5).events.read_status()
        self.assertEqual(self.pauses, [1, 2, 4, 8, 8])

    def test_a_wait_that_would_pass_the_total_is_not_begun(self) -> None:
        client, asked = self.connect(Answer(429, {}, {"retry-after": "3600"}))
        with self.assertRaises(errors.LimitError) as raised:
            client.events.read_status()
        self.assertEqual((raised.exception.retry_after, len(asked)), (3600, 1))

    def test_a_response_in_pieces_has_no_more_time_than_one_at_once(self) -> None:
        now = iter(range(0, 10_000, 30))
        client, _ = self.connect(ok)
        with mock.patch("time.monotonic", lambda: float(next(now))), self.assertRaises(
            errors.ResponseTimeoutError
        ):
            client.with_options(retries=0, timeout=60, total=1000).events.read_status()

    def test_idempotency_keys_are_the_same_for_each_attempt_only(self) -> None:
        client, asked = self.connect(Answer(503), ok, ok, ok)
        for _ in range(2):
            client.tickets.create(subject="a", message="b")
        client.tickets.create(subject="a", message="b", idempotency_key="order-1")
        first, again, second, own = (one.headers["idempotency-key"] for one in asked)
        self.assertRegex(first, r"^[0-9a-f-]{36}$")
        self.assertEqual(first, again)
        self.assertNotEqual(first, second)
        self.assertEqual(own, "order-1")
        self.assertNotIn("idempotency_key", json.loads(asked[3].body))


class Errors(ClientTest):
    def error_of(self, answer: Answer) -> errors.ApiError:
        client, _ = self.connect(answer, retries=0)
        with self.assertRaises(errors.ApiError) as raised:
            client.events.read_status()
        return raised.exception

    def test_have_code_sentence_request_id_help_and_wait(self) -> None:
        body = {"detail": "Used up.", "code": "quota_exceeded", "help": "https://h.test"}
        headers = {"X-Request-Id": "r1", "Retry-After": "3"}
        error = self.error_of(Answer(429, body, headers))
        self.assertIsInstance(error, errors.QuotaExceededError)
        self.assertIsInstance(error, errors.LimitError)
        self.assertEqual(str(error), "Used up.")
        facts = (error.code, error.request_id, error.help, error.retry_after)
        self.assertEqual(facts, ("quota_exceeded", "r1", "https://h.test", 3))

    def test_name_the_fields_that_are_not_valid(self) -> None:
        body = {"email": ["Enter an email address."], "items": [None, {"price": ["Too low."]}]}
        error = self.error_of(Answer(400, body))
        self.assertIs(type(error), errors.BadRequestError)
        self.assertEqual((error.code, error.fields), ("invalid_input", body))
        self.assertEqual(str(error), "email: Enter an email address. items.1.price: Too low.")

    def test_of_the_whole_request_have_no_field(self) -> None:
        error = self.error_of(
            Answer(400, {"non_field_errors": ["Refused."], "code": "target_refused"})
        )
        self.assertIsInstance(error, errors.TargetRefusedError)
        self.assertEqual(str(error), "Refused.")

    def test_are_read_in_the_shape_of_openai_too(self) -> None:
        error = self.error_of(
            Answer(401, {"error": {"message": "No key.", "code": "not_authenticated"}})
        )
        self.assertIsInstance(error, errors.NotAuthenticatedError)
        self.assertEqual(str(error), "No key.")

    def test_may_be_new_or_no_json_at_all(self) -> None:
        new = self.error_of(Answer(404, {"detail": "Gone.", "code": "a_new_code"}))
        self.assertIs(type(new), errors.NotFoundError)
        error = self.error_of(Answer(502, b"<html>", {"content-type": "text/html"}))
        self.assertIs(type(error), errors.ServerError)
        self.assertEqual((error.code, error.body), ("http_502", "<html>"))


def pages(request: Asked, _: int) -> Answer:
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(request.path).query)
    page = int(query.get("page", ["1"])[0])
    rows = [{"id": page * 2}, {"id": page * 2 + 1}]
    return Answer(200, {"results": rows, "page": page, "has_next": page < 3})


class Lists(ClientTest):
    def test_give_all_rows_page_by_page(self) -> None:
        client, asked = self.connect_to(pages)
        rows = list(client.keys.list(status=["active", "inactive"]))
        self.assertEqual([row["id"] for row in rows], [2, 3, 4, 5, 6, 7])
        expected = [f"status=active%2Cinactive&page_size=100&page={page}" for page in (1, 2, 3)]
        self.assertEqual([one.path.split("?")[1] for one in asked], expected)

    def test_request_no_page_that_is_not_needed(self) -> None:
        client, asked = self.connect_to(pages)
        self.assertEqual(len(client.keys.list(page_size=2).first(3)), 3)
        self.assertEqual(len(asked), 2)

    def test_give_one_page_with_its_numbers(self) -> None:
        client, _ = self.connect_to(pages)
        self.assertEqual(client.keys.list().page(2)["page"], 2)

    def test_in_another_format_are_bytes(self) -> None:
        client, asked = self.connect(Answer(200, b"id\n1\n", {"content-type": "text/csv"}))
        self.assertEqual(client.billing.list_usage(format="csv"), b"id\n1\n")
        self.assertEqual(asked[0].path, "/apix/billing/usage/?format=csv")

    def test_what_has_no_body_is_none(self) -> None:
        client, _ = self.connect(Answer(204))
        self.assertIsNone(client.keys.delete("1"))  # type: ignore[func-returns-value]


class EventStreams(ClientTest):
    media = {"content-type": "text/event-stream"}

    def test_continue_after_the_last_event(self) -> None:
        client, asked = self.connect(
            Answer(200, b': open\n\nid: 7\ndata: {"id":7}\n\nid: 8\r\ndata: {"i', self.media),
            Answer(503),
            Answer(200, b'id: 8\ndata: {"id":\ndata: 8}\n\n', self.media),
        )
        stream = client.events.follow_topics(topics=["tickets"], last_event_id="6")
        seen = []
        for event in stream:
            seen.append(event)
            if len(seen) == 2:
                break
        self.assertEqual(seen, [{"id": 7}, {"id": 8}])
        self.assertEqual(stream.last_event_id, "8")
        self.assertEqual([one.headers["last-event-id"] for one in asked], ["6", "7", "7"])

    def test_end_with_the_error_that_waiting_can_not_mend(self) -> None:
        client, _ = self.connect(
            Answer(200, b'id: 1\ndata: {"id":1}\n\n', self.media),
            Answer(401, {"code": "api_key_revoked", "detail": "Revoked."}),
        )
        seen = []
        with self.assertRaises(errors.ApiKeyRevokedError):
            for event in client.events.follow_topics(topics="tickets"):
                seen.append(event)
        self.assertEqual(seen, [{"id": 1}])

    def test_that_answer_one_request_are_not_resumed(self) -> None:
        client, asked = self.connect(
            Answer(200, b'data: {"id":1}\n\ndata: [DONE]\n\n', self.media)
        )
        events = client.speech.create_speech(input="a", stream_format="sse")
        self.assertEqual(list(events), [{"id": 1}])
        self.assertEqual(len(asked), 1)


class Sessions(ClientTest):
    tokens = SessionTokens("old", "r")
    refused = Answer(401, {"code": "token_not_valid", "detail": "Expired."})

    def answer(self, request: Asked, _: int) -> Answer:
        if request.path.endswith("/token/refresh/"):
            return Answer(200, {"access": "new"})
        return ok if request.headers["authorization"] == "Bearer new" else self.refused

    def test_are_refreshed_once_for_all_requests_that_were_refused(self) -> None:
        seen: t.List[t.Optional[SessionTokens]] = []
        client, asked = self.connect_to(
            self.answer, session=self.tokens, on_session=seen.append
        )
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda _: client.events.read_status(), range(8)))
        refreshes = [one for one in asked if one.path.endswith("/token/refresh/")]
        self.assertEqual(len(refreshes), 1)
        self.assertNotIn("authorization", refreshes[0].headers)
        self.assertEqual(seen, [SessionTokens("new", "r")])

    def test_that_have_ended_are_forgotten(self) -> None:
        client, _ = self.connect(self.refused, self.refused, session=self.tokens)
        with self.assertRaises(errors.AuthenticationError):
            client.events.read_status()
        self.assertIsNone(client.session)

    def test_begin_with_a_code(self) -> None:
        client, asked = self.connect(Answer(200, {"access": "new", "refresh": "r"}), ok)
        tokens = client.sign_in(email="ada@example.com", otp="123456")
        client.events.read_status()
        self.assertEqual(tokens, SessionTokens("new", "r"))
        self.assertEqual(asked[1].headers["authorization"], "Bearer new")
        self.assertNotIn("x-api-key", asked[1].headers)


class Setup(unittest.TestCase):
    def test_says_what_is_missing(self) -> None:
        with mock.patch.dict("os.environ", {"WEFTLINE_BASE_URL": ""}):
            with self.assertRaisesRegex(errors.WeftlineError, "base_url"):
                Weftline("k")
        with self.assertRaisesRegex(errors.WeftlineError, "nowhere"):
            Weftline("k", base_url="nowhere")
