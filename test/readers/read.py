# Reads pages as programs of Debian do: readability-lxml and Scrapy. In: URLs. Out: as read.js, for
# those of the two that are installed.
import json
import sys
from urllib.request import urlopen

read = []


def tell(reader, url, title, description, text):
    found = {"reader": reader, "url": url, "title": title, "description": description, "text": text}
    read.append({name: value for name, value in found.items() if value is not None})


def by_readability(url, html):
    import lxml.html
    from readability import Document

    document = Document(html.decode())
    text = lxml.html.fromstring(document.summary()).text_content()
    tell("readability-lxml", url, document.title(), None, text)


def by_scrapy(url, html):
    from scrapy.http import HtmlResponse

    page = HtmlResponse(url, body=html, encoding="utf-8")
    text = "".join(page.css("hashbang-outlet ::text").getall())
    description = page.css("meta[name=description]::attr(content)").get()
    tell("scrapy", url, page.css("title::text").get(), description, text)


for url in sys.argv[1:]:
    html = urlopen(url).read()
    for reader in (by_readability, by_scrapy):
        try:
            reader(url, html)
        except ImportError:
            pass
print(json.dumps(read))
