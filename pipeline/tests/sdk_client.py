"""The official SDK's own client, with a server whose command is given: shakes hands, lists, calls, and is told of what goes wrong."""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main(command, arguments):
    parameters = StdioServerParameters(command=command, args=arguments)
    async with stdio_client(parameters) as (read, write), ClientSession(read, write) as session:
        about = await session.initialize()
        await session.send_ping()
        tools = (await session.list_tools()).tools
        screen = await session.call_tool("describe_screen", {})
        text = next(part.text for part in screen.content if part.type == "text")
        picture = next(part for part in screen.content if part.type == "image")
        line = next(line for line in text.splitlines() if line.startswith('- "Coffee" at ('))
        x, y = line.rsplit("(", 1)[1].rstrip(")").split(", ")
        tapped = await session.call_tool("tap", {"x": float(x), "y": float(y)})
        after = await session.call_tool("describe_screen", {"omit_screenshot": True})
        wrong = await session.call_tool("tap", {})
        try:
            unknown = await session.call_tool("no_such_tool", {})
            refused = bool(unknown.is_error)
        except Exception:
            refused = True
        json.dump(
            {
                "protocol": str(about.protocol_version),
                "server": about.server_info.name,
                "tools": sorted(tool.name for tool in tools),
                "schemas": all(tool.input_schema["type"] == "object" for tool in tools),
                "picture": picture.mime_type,
                "tapped": tapped.content[0].text,
                "is_error": bool(tapped.is_error),
                "after": after.content[0].text,
                "wrong": bool(wrong.is_error),
                "refused": refused,
            },
            sys.stdout,
        )


asyncio.run(main(sys.argv[1], sys.argv[2:]))
